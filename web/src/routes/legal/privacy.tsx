import { LegalPage } from '../../features/legal/legal-page.tsx'

export default function Privacy() {
  return <LegalPage name="privacy" />
}
