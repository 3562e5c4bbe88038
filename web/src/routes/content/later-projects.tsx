// A further page with projects, which links to the one before and the one after it. It works without scripts.
import { useEffect } from 'react'
import { ButtonLink } from '../../components/ui/button.tsx'
import { PROJECTS_AT_ONCE, projectsBefore, projectsPath } from '../../domain/project-pages.ts'
import { useProjectsAfter } from '../../domain/use-content.ts'
import { Projects } from '../../features/services/projects.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { useLocation } from '../../lib/router/router.tsx'

export default function LaterProjects() {
  const before = projectsBefore(useLocation().pathname)
  return (
    <div className="page grid min-h-dvh content-start gap-10 py-8 sm:py-12 lg:py-16">
      {before > 0 ? <PageOfProjects key={before} before={before} /> : <NoProjects />}
    </div>
  )
}

function PageOfProjects({ before }: { before: number }) {
  const { t, language } = useI18n()
  const shown = useProjectsAfter(before, language)
  const { projects = [], hasMore = false } = shown ?? {}
  const range = { from: String(before + 1), to: String(before + projects.length) }
  useProjectsTitle(projects.length > 0 ? t('interior.projectsMetaTitle', range) : t('interior.metaTitle'))
  if (shown && projects.length === 0) return <NoProjects />
  return (
    <>
      <h1 className="page-title">
        {t('interior.projectsTitle')}{' '}
        {projects.length > 0 && <span className="whitespace-nowrap text-muted">{`${range.from}–${range.to}`}</span>}
      </h1>
      <Projects projects={projects} heading="h2" />
      <nav aria-label={t('interior.projectsTitle')} className="flex flex-wrap gap-3">
        <ButtonLink look="secondary" to={projectsPath(before - PROJECTS_AT_ONCE)}>
          {t('interior.previousProjects')}
        </ButtonLink>
        {hasMore && (
          <ButtonLink look="secondary" to={projectsPath(before + PROJECTS_AT_ONCE)}>
            {t('interior.moreProjects')}
          </ButtonLink>
        )}
      </nav>
    </>
  )
}

/** The address is wrong, or there are fewer projects now. */
function NoProjects() {
  const { t } = useI18n()
  useProjectsTitle(t('notFound.metaTitle'))
  return (
    <div className="grid justify-items-start gap-4">
      <h1 className="page-title">{t('notFound.heading')}</h1>
      <p className="max-w-[55ch] text-muted sm:text-lg">{t('notFound.text')}</p>
      <ButtonLink look="secondary" to={projectsPath(0)}>
        {t('interior.projectsTitle')}
      </ButtonLink>
    </div>
  )
}

function useProjectsTitle(title: string) {
  useEffect(() => {
    document.title = title.replaceAll(/[\u2066-\u2069]/g, '')
  }, [title])
}
