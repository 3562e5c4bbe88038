// Lets only the right people see a page. The data is guarded by the database; this spares others a page that would stay empty.
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { useI18n } from '../lib/i18n.tsx'
import { hasAnyRole, type Role, useSession } from '../lib/session.ts'
import { toast } from './toaster.tsx'
import { Spinner } from './ui/button.tsx'

interface GuardProps {
  children: ReactNode
  requiredRoles?: readonly Role[]
  requireAuth?: boolean
  fallbackPath?: string
  showAccessDenied?: boolean
}

export function Guard({ children, requiredRoles = [], requireAuth = true, fallbackPath = '/auth', showAccessDenied = true }: GuardProps) {
  const session = useSession()
  const mustSignIn = requireAuth || requiredRoles.length > 0
  if (!mustSignIn) return children
  if (session.status === 'out') return <Navigate to={fallbackPath} replace />
  if (session.status === 'loading' || (requiredRoles.length > 0 && session.person.roles === undefined)) return <Checking />
  if (requiredRoles.length > 0 && !hasAnyRole(session.person, requiredRoles))
    return <Denied roles={requiredRoles} isSaid={showAccessDenied} />
  return children
}

export function Checking() {
  const { t } = useI18n()
  return (
    <output className="page flex min-h-[60dvh] items-center justify-center gap-3 text-muted">
      <Spinner />
      {t('guard.checking')}
    </output>
  )
}

function Denied({ roles, isSaid }: { roles: readonly Role[]; isSaid: boolean }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const turnAway = useEffectEvent(() => {
    if (isSaid) toast.error(t('guard.deniedTitle'), { description: t('guard.denied', { roles: roles.join(', ') }) })
    void navigate('/', { replace: true })
  })
  useEffect(() => turnAway(), [])
  return null
}
