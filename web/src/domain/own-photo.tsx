import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from '../lib/data/query-client.ts'
import { supabase } from '../lib/data/supabase.ts'
import { unwrap } from '../lib/errors.ts'
import { useSession } from '../lib/session/session.ts'
import { photoUrl } from './photos.ts'

async function getOwnPhoto(userId: string) {
  const [doctor] = unwrap(await supabase.from('doctors').select('photo_path').eq('user_id', userId))
  return doctor?.photo_path ?? null
}

/** The photo of the signed-in doctor, over their initials. The header is outside the pages, which provide the query client. */
export default function OwnPhoto(): ReactNode {
  return (
    <QueryClientProvider client={queryClient}>
      <Photo />
    </QueryClientProvider>
  )
}

function Photo() {
  const session = useSession()
  const userId = session.status === 'in' ? session.person.id : ''
  // Below the key of all lists of doctors, so that a new photo reloads it.
  const { data: path } = useQuery({
    queryKey: ['doctors', 'own photo', userId],
    queryFn: () => getOwnPhoto(userId),
    enabled: userId !== '',
  })
  if (!path) return null
  return (
    <img
      key={path}
      src={photoUrl(path, 'small')}
      alt=""
      width={32}
      height={38}
      className="size-full object-cover"
      onError={({ currentTarget }) => currentTarget.remove()}
    />
  )
}
