import { useI18n } from '../lib/i18n.tsx'
import { titledName } from './titled-name.ts'

interface TitleAndNameProps {
  doctor: Parameters<typeof titledName>[0]
  /** The look of the title. */
  className?: string
}

/** The title on a line of its own, so that a long one does not break its name. */
export function TitleAndName({ doctor, className = 'block font-sans text-sm leading-5 font-normal text-muted' }: TitleAndNameProps) {
  const { t } = useI18n()
  // Without the marks that keep a name in letters of the other direction together in one line.
  const whole = titledName(doctor, t).replaceAll(/[\u2068\u2069]/g, '')
  const name = `${doctor.first_name} ${doctor.last_name}`
  if (!whole.endsWith(name)) return whole
  return (
    <>
      <span className={className}>
        <bdi>{whole.slice(0, -name.length).trim()}</bdi>{' '}
      </span>
      <bdi>{name}</bdi>
    </>
  )
}
