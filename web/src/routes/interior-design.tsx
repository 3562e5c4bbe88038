import smallAvif from '../assets/interior-luxury-800.avif'
import smallWebp from '../assets/interior-luxury-800.webp'
import largeAvif from '../assets/interior-luxury-1600.avif'
import largeWebp from '../assets/interior-luxury-1600.webp'
import { Picture } from '../components/picture.tsx'
import { HERO_SIZES } from '../components/picture-sizes.ts'
import { ButtonLink } from '../components/ui/button.tsx'
import { Architects } from '../features/services/architects.tsx'
import { ContactCall } from '../features/services/contact-call.tsx'
import { DesignServices } from '../features/services/design-services.tsx'
import { Portfolio } from '../features/services/portfolio.tsx'
import { PICTURE_SIZE } from '../features/services/portfolio-pictures.ts'
import { HERO_CUT, ServiceHero } from '../features/services/service-hero.tsx'
import { useI18n } from '../lib/i18n.tsx'

const HERO = { avif: [smallAvif, largeAvif] as [string, string], webp: [smallWebp, largeWebp] as [string, string] }

export default function InteriorDesign() {
  const { t } = useI18n()
  return (
    <>
      <ServiceHero
        eyebrow={t('nav.interiorDesign')}
        title={t('interior.title')}
        lead={t('interior.lead')}
        actions={
          <>
            <ButtonLink to="/#contact" look="on-night-primary">
              {t('interior.firstTalk')}
            </ButtonLink>
            <ButtonLink to="#portfolio" look="on-night">
              {t('interior.toPortfolio')}
            </ButtonLink>
          </>
        }
        picture={<Picture isFirst sources={HERO} alt={t('interior.luxuryAlt')} {...PICTURE_SIZE} sizes={HERO_SIZES} className={HERO_CUT} />}
      />
      <DesignServices />
      <Portfolio />
      <Architects />
      <ContactCall title={t('interior.callTitle')} text={t('interior.callText')} action={t('services.write')} />
    </>
  )
}
