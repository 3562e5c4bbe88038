import { LegalPage } from '../../features/legal/legal-page.tsx'

export default function Cookies() {
  return <LegalPage name="cookies" />
}
