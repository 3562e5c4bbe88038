import { AlertTriangle, CheckCircle2, Info, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type Tone = 'info' | 'warning' | 'good' | 'danger'

const LOOKS: Record<Tone, { look: string; icon: LucideIcon }> = {
  info: { look: 'bg-tint text-action-strong', icon: Info },
  warning: { look: 'bg-wait-tint text-wait', icon: AlertTriangle },
  good: { look: 'bg-good-tint text-good', icon: CheckCircle2 },
  danger: { look: 'bg-danger-tint text-danger', icon: AlertTriangle },
}

export function Banner({ tone = 'info', children, role = 'status' }: { tone?: Tone; children: ReactNode; role?: 'status' | 'alert' }) {
  const { look, icon: Icon } = LOOKS[tone]
  return (
    <div role={role} className={`flex items-start gap-3 rounded-box px-4 py-3 ${look}`}>
      <Icon aria-hidden="true" className="mt-1 size-5 shrink-0" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
