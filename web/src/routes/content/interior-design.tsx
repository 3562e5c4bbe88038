import smallAvif from '../../assets/interior-elegant-800.avif'
import smallWebp from '../../assets/interior-elegant-800.webp'
import largeAvif from '../../assets/interior-elegant-1600.avif'
import largeWebp from '../../assets/interior-elegant-1600.webp'
import { HERO_ACTIONS, Hero } from '../../components/hero.tsx'
import type { PictureSources } from '../../components/picture.tsx'
import { ButtonLink } from '../../components/ui/button.tsx'
import { Architects } from '../../features/services/architects.tsx'
import { BackHome } from '../../features/services/back-home.tsx'
import { ContactCall } from '../../features/services/contact-call.tsx'
import { DesignServices } from '../../features/services/design-services.tsx'
import { Portfolio } from '../../features/services/portfolio.tsx'
import { useI18n } from '../../lib/i18n.tsx'

export const firstPicture: PictureSources = { avif: [smallAvif, largeAvif], webp: [smallWebp, largeWebp] }

export default function InteriorDesign() {
  const { t } = useI18n()
  return (
    <>
      <Hero
        title={t('interior.title')}
        lead={t('interior.lead')}
        picture={firstPicture}
        alt={t('interior.elegantAlt')}
        crop="object-[45%_50%]"
        back={<BackHome />}
      >
        <div className={HERO_ACTIONS}>
          <ButtonLink to="/?service=interior-design#contact" look="on-night-primary">
            {t('interior.firstTalk')}
          </ButtonLink>
          <ButtonLink to="#portfolio" look="on-night">
            {t('interior.toPortfolio')}
          </ButtonLink>
        </div>
      </Hero>
      <DesignServices />
      <Portfolio />
      <Architects />
      <ContactCall title={t('interior.callTitle')} text={t('interior.callText')} action={t('services.write')} service="interior-design" />
    </>
  )
}
