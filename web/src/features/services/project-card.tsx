import type { ReactNode } from 'react'
import { HtmlIn, TextIn } from '../../components/in-language.tsx'
import type { ShownProject } from '../../domain/shown-content.ts'
import { classes } from '../../lib/classes.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { formatNumber } from '../../lib/numbers.ts'
import { ProjectPhoto } from './project-photo.tsx'

interface ProjectCardProps {
  project: ShownProject
  heading: 'h2' | 'h4'
  onOpen: (photo: number) => void
}

export const photoButtonId = ({ id }: ShownProject, photo: number) => `project-${id}-${photo}`

const OPENER = 'relative block w-full cursor-pointer overflow-hidden bg-line focus-visible:outline-offset-2'

/** A project with its photos, the first one large, beside its texts. */
export function ProjectCard({ project, heading: Heading, onOpen }: ProjectCardProps) {
  const { t, language } = useI18n()
  const { photos, title, place, year, area, text } = project
  const opener = (photo: number) => ({
    id: photoButtonId(project, photo),
    type: 'button' as const,
    'aria-haspopup': 'dialog' as const,
    onClick: () => onOpen(photo),
  })
  const [cover, ...others] = photos
  // The title names the language for all texts in the same language.
  const labelled = <Text extends { otherLanguage: string | undefined }>(part: Text) =>
    part.otherLanguage === title.otherLanguage ? { ...part, otherLanguage: undefined } : part
  return (
    <article
      id={`project-${project.slug}`}
      className={classes(
        'grid scroll-mt-28 content-start gap-x-10 gap-y-4',
        cover && 'lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] xl:gap-x-14',
      )}
    >
      {cover && (
        <div className="grid content-start gap-2 sm:gap-3">
          <button {...opener(0)} className={classes(OPENER, 'aspect-[3/2] rounded-box')}>
            <ProjectPhoto photo={cover} sizes="(min-width: 64rem) 42rem, 100vw" />
          </button>
          {others.length > 0 && (
            <ul className="grid grid-cols-4 gap-2 sm:grid-cols-6 sm:gap-3">
              {others.map((photo, index) => (
                <li key={photo.path}>
                  <button {...opener(index + 1)} className={classes(OPENER, 'aspect-[3/2] rounded-sm')}>
                    <ProjectPhoto photo={photo} sizes="(min-width: 40rem) 9rem, 25vw" />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      <div className="grid content-start gap-3">
        <Heading className="font-display text-2xl font-semibold sm:text-3xl">
          <TextIn {...title} />
        </Heading>
        <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted empty:hidden">
          {place && (
            <Fact name={t('interior.place')}>
              <TextIn {...labelled(place)} />
            </Fact>
          )}
          {year && <Fact name={t('interior.year')}>{String(year)}</Fact>}
          {area && <Fact name={t('interior.area')}>{t('interior.squareMetres', { area: formatNumber(area, language) })}</Fact>}
        </dl>
        {text && <HtmlIn {...labelled(text)} className="max-w-[65ch]" />}
      </div>
    </article>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt>{name}:</dt>
      <dd className="font-medium text-ink">{children}</dd>
    </div>
  )
}
