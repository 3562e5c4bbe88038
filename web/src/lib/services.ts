import { SERVICES, type Service } from '../../../supabase/functions/_shared/rules.ts'
import type { TextKey } from './i18n.tsx'

export const SERVICE_NAMES: Record<Service, TextKey> = {
  healthcare: 'nav.healthcare',
  'import-export': 'nav.importExport',
  'interior-design': 'nav.interiorDesign',
  'real-estate': 'nav.realEstate',
  legal: 'nav.legal',
}

export const isService = (code: string | null): code is Service => SERVICES.some((each) => each === code)
