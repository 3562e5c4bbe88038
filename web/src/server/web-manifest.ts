// The web app manifest, with the company settings.
import { company, companyText, isSample } from '../../../supabase/functions/_shared/company.ts'
import { companyIn } from '../../../supabase/functions/_shared/company-texts.ts'
import { DEFAULT_LANGUAGE } from '../lib/languages.ts'

export const MANIFEST = '/manifest.webmanifest'

export function manifestText() {
  const legalName = companyText('legalName', DEFAULT_LANGUAGE, companyIn[DEFAULT_LANGUAGE].legalName)
  return JSON.stringify({
    name: isSample(legalName) ? company.brand : legalName,
    short_name: company.brand,
    id: '/',
    start_url: '/',
    display: 'browser',
    background_color: '#faf7f1',
    theme_color: '#0e1c36',
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  })
}
