// Shows a page only to people with the required role. The database protects the data; this spares others an empty page.
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useI18n } from '../lib/i18n.tsx'
import { listOf } from '../lib/languages.ts'
import { Navigate, useLocation, useNavigate } from '../lib/router/router.tsx'
import { toSignIn } from '../lib/session/return-to.ts'
import { reloadRoles, retrySession, useSession } from '../lib/session/session.ts'
import { hasAnyRole, type Role } from '../lib/session/session-state.ts'
import { ArchLoader } from './arch-loader.tsx'
import { toast } from './toaster.tsx'
import { Button } from './ui/button.tsx'
import { EmptyState } from './ui/empty-state.tsx'

interface GuardProps {
  children: ReactNode
  requiredRoles?: readonly Role[]
  requireAuth?: boolean
  fallbackPath?: string
  showAccessDenied?: boolean
}

export function Guard({ children, requiredRoles = [], requireAuth = true, fallbackPath = '/auth', showAccessDenied = true }: GuardProps) {
  const session = useSession()
  const location = useLocation()
  const mustSignIn = requireAuth || requiredRoles.length > 0
  if (!mustSignIn) return children
  if (session.status === 'out') return <Navigate {...toSignIn(location)} to={fallbackPath} replace />
  if (session.status === 'loading') return <Checking hasFailed={session.isUnreachable} onRetry={retrySession} />
  if (requiredRoles.length > 0 && session.person.roles === undefined)
    return <Checking hasFailed={session.person.haveRolesFailed} onRetry={reloadRoles} />
  if (requiredRoles.length > 0 && !hasAnyRole(session.person, requiredRoles))
    return <Denied roles={requiredRoles} isSaid={showAccessDenied} />
  return children
}

interface CheckingProps {
  /** Whether the session or the roles could not be loaded. */
  hasFailed?: boolean | undefined
  onRetry: () => Promise<void>
}

export function Checking({ hasFailed = false, onRetry }: CheckingProps) {
  const { t } = useI18n()
  if (hasFailed) {
    return (
      <div role="alert" className="page grid min-h-[60dvh] content-center">
        <EmptyState
          isPage
          icon={TriangleAlert}
          title={t('guard.checkFailed')}
          text={t('error.notLoaded')}
          action={
            <Button look="secondary" onClick={() => void onRetry()}>
              {t('error.retry')}
            </Button>
          }
        />
      </div>
    )
  }
  return (
    <output className="page flex min-h-[60dvh] flex-col items-center justify-center gap-3 text-muted">
      <ArchLoader />
      {t('guard.checking')}
    </output>
  )
}

function Denied({ roles, isSaid }: { roles: readonly Role[]; isSaid: boolean }) {
  const { t, language } = useI18n()
  const navigate = useNavigate()
  const turnAway = useEffectEvent(() => {
    if (isSaid)
      toast.error(t('guard.deniedTitle'), {
        description: t('guard.denied', {
          roles: listOf(
            roles.map((role) => t(`guard.role.${role}`)),
            language,
          ),
        }),
      })
    navigate('/', { replace: true })
  })
  useEffect(() => turnAway(), [])
  return null
}
