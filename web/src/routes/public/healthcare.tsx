import { Apple, MessageCircleHeart } from 'lucide-react'
import { company } from '../../../../supabase/functions/_shared/company.ts'
import { HERO_ACTIONS, Hero, RingedDoorway } from '../../components/hero.tsx'
import { SectionHeading } from '../../components/section-heading.tsx'
import { ButtonLink } from '../../components/ui/button.tsx'
import { PersonPortrait } from '../../domain/person-portrait.tsx'
import { PermitLine } from '../../features/company/permit-line.tsx'
import { DoctorsSection } from '../../features/doctors/soonest/doctors-section.tsx'
import { BackHome } from '../../features/services/back-home.tsx'
import { ConsultationCard } from '../../features/services/consultation-card.tsx'
import { ConsultationSteps } from '../../features/services/consultation-steps.tsx'
import { ContactCall } from '../../features/services/contact-call.tsx'
import { Coverage } from '../../features/services/coverage.tsx'
import { ServiceArt } from '../../features/services/service-art.tsx'
import { SpecialtyGrid } from '../../features/services/specialty-grid.tsx'
import { useI18n } from '../../lib/i18n.tsx'

export default function Healthcare() {
  const { t } = useI18n()
  return (
    <>
      <Hero
        title={t('healthcare.title')}
        lead={t('healthcare.lead')}
        drawing={
          <RingedDoorway>
            <ServiceArt isFirst name="video-consultation" className="w-full stroke-2" />
          </RingedDoorway>
        }
        back={<BackHome />}
      >
        <div className={HERO_ACTIONS}>
          <ButtonLink to="/appointments" look="on-night-primary">
            {t('healthcare.book')}
          </ButtonLink>
          <ButtonLink to="/doctors" look="on-night">
            {t('nav.doctors')}
          </ButtonLink>
        </div>
      </Hero>
      <Coverage />
      <DoctorsSection heading={<SectionHeading id="doctors-title" title={t('faces.title')} lead={t('faces.lead')} />}>
        <PermitLine />
      </DoctorsSection>
      <Specialties />
      <ConsultationSteps />
      <Consultations />
      <ContactCall title={t('healthcare.callTitle')} text={t('healthcare.callText')} action={t('services.write')} service="healthcare" />
    </>
  )
}

function Specialties() {
  const { t } = useI18n()
  return (
    <section aria-labelledby="specialties-title" className="border-t border-line bg-surface">
      <div className="page grid gap-6 py-10 sm:gap-8 sm:py-16 lg:py-20">
        <SectionHeading id="specialties-title" title={t('healthcare.specialtiesTitle')} lead={t('healthcare.specialtiesLead')} />
        <SpecialtyGrid />
      </div>
    </section>
  )
}

function Consultations() {
  const { t } = useI18n()
  return (
    <section aria-labelledby="consultations-title" className="page grid gap-6 py-10 sm:gap-8 sm:py-16 lg:py-20">
      <SectionHeading id="consultations-title" title={t('healthcare.consultationsTitle')} lead={t('healthcare.consultationsLead')} />
      <div className="grid gap-x-16 gap-y-8 md:grid-cols-2">
        <ConsultationCard
          id="psychology"
          icon={MessageCircleHeart}
          title={t('healthcare.psychologyTitle')}
          text={t('healthcare.psychologyText')}
          features={[
            t('healthcare.psychologyFromHome'),
            t('healthcare.psychologyPrivate'),
            t('healthcare.psychologyMatch'),
            t('healthcare.psychologyLanguage'),
          ]}
          action={t('healthcare.psychologyAction')}
        >
          {company.psychologyCoordinator && (
            <p className="flex items-center gap-4">
              <PersonPortrait
                name={company.psychologyCoordinator}
                photo={company.psychologyCoordinatorPhoto}
                alt={t('services.photoOf', { name: company.psychologyCoordinator })}
              />
              <span className="min-w-0 wrap-anywhere">
                <span className="block font-medium">
                  <bdi>{company.psychologyCoordinator}</bdi>
                </span>
                <span className="text-sm text-muted">{t('healthcare.coordinator')}</span>
              </span>
            </p>
          )}
        </ConsultationCard>
        <ConsultationCard
          id="dietitian"
          icon={Apple}
          title={t('healthcare.dietTitle')}
          text={t('healthcare.dietText')}
          features={[t('healthcare.dietPlan'), t('healthcare.dietResults'), t('healthcare.dietDoctor'), t('healthcare.dietFollowUp')]}
          action={t('healthcare.dietAction')}
        />
      </div>
      <p className="text-muted">{t('healthcare.emergency')}</p>
    </section>
  )
}
