// Four buckets for tests: a private one with a folder for each user, a public one, one for small pictures, and a public one for pictures
// only.
import { createClient } from '@supabase/supabase-js'
import { emailOf, idOf, superuser } from '../testing/database.ts'
import type { startTestServer } from '../testing/server.ts'

const OWN_FOLDER =
  "bucket_id in ('papers', 'pictures', 'portraits') and (storage.foldername(name))[1] = (select auth.uid())::text and owner_id = (select auth.uid())::text"
export const FOLDER_POLICY = `alter policy "everybody has a folder: add" on storage.objects with check (${OWN_FOLDER})`

const POLICIES = `
  insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
    ('papers', 'papers', false, null, null),
    ('posters', 'posters', true, null, null),
    ('portraits', 'portraits', true, 100000, array['image/jpeg', 'image/png', 'image/webp']),
    ('pictures', 'pictures', false, 2048, array['image/png', 'application/zip', 'text/plain', 'application/pdf']);
  create policy "everybody has a folder: read" on storage.objects for select to authenticated
    using (bucket_id in ('papers', 'pictures', 'portraits') and (storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "everybody has a folder: add" on storage.objects for insert to authenticated
    with check (${OWN_FOLDER});
  create policy "everybody has a folder: change" on storage.objects for update to authenticated
    using (bucket_id = 'papers' and (storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "everybody has a folder: remove" on storage.objects for delete to authenticated
    using (bucket_id in ('papers', 'pictures', 'portraits') and owner_id = (select auth.uid())::text);
`

const PEOPLE = ['ada', 'bob', 'lister']

export async function withShelves(server: Awaited<ReturnType<typeof startTestServer>>) {
  await server.database.keep(superuser, async ({ query }) => {
    await query(POLICIES)
    for (const name of PEOPLE) await query('insert into auth.users (id, email) values ($1, $2)', [idOf(name), emailOf(name)])
  })
  const options = { auth: { persistSession: false, autoRefreshToken: false } }
  const client = async (name: string) => {
    const token = await server.tokenOf(name)
    return createClient(server.url, server.keys.publishable, { ...options, accessToken: async () => token }).storage
  }
  return {
    ...server,
    client,
    ada: await client('ada'),
    stranger: createClient(server.url, server.keys.publishable, options).storage,
    service: createClient(server.url, server.keys.secret, options).storage,
  }
}
