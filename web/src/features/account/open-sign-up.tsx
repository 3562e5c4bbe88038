// Shows the sign-up form, unless the account service only accepts invited people.
import { type ReactNode, useEffect, useState } from 'react'
import { company } from '../../../../supabase/functions/_shared/company.ts'
import { EmailLink } from '../../components/contact-link.tsx'
import { Banner } from '../../components/ui/banner.tsx'
import { readSiteConfig } from '../../lib/data/config.ts'
import { useI18n } from '../../lib/i18n.tsx'

export function OpenSignUp({ children }: { children: ReactNode }) {
  const { t } = useI18n()
  const [isClosed, setIsClosed] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    // If this is unknown, the form is shown, and the service decides.
    isSignUpDisabled(controller.signal).then(setIsClosed, () => {})
    return () => controller.abort()
  }, [])
  if (!isClosed) return children
  return (
    <Banner>
      <p className="font-medium">{t('account.signUpClosed')}</p>
      <p className="mt-1">{t('account.signUpClosedText')}</p>
      <EmailLink email={company.infoEmail} />
    </Banner>
  )
}

async function isSignUpDisabled(signal: AbortSignal) {
  const { supabaseUrl, supabaseKey } = readSiteConfig()
  const response = await fetch(`${supabaseUrl}/auth/v1/settings`, { headers: { apikey: supabaseKey }, signal })
  const settings = (await response.json()) as { disable_signup?: unknown }
  return settings.disable_signup === true
}
