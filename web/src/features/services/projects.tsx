import { useState } from 'react'
import type { ShownProject } from '../../domain/shown-content.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { formatNumber } from '../../lib/numbers.ts'
import { PictureDialog } from './picture-dialog.tsx'
import { ProjectCard, photoButtonId } from './project-card.tsx'
import { ProjectPhoto } from './project-photo.tsx'
import { neighbour } from './steps.ts'

interface ProjectsProps {
  projects: ShownProject[]
  heading: 'h2' | 'h4'
}

/** Finished projects, one below the other. A photo opens in a dialog that steps through the photos of its project. */
export function Projects({ projects, heading }: ProjectsProps) {
  const { t, language } = useI18n()
  const [shown, setShown] = useState<{ project: ShownProject; photo: ShownProject['photos'][number] }>()
  const photos = shown?.project.photos ?? []
  const place = shown ? photos.indexOf(shown.photo) : -1
  return (
    <>
      <ul className="grid gap-12 sm:gap-16">
        {projects.map((project) => (
          <li key={project.id} tabIndex={-1} className="outline-none">
            <ProjectCard
              project={project}
              heading={heading}
              onOpen={(index) => {
                const photo = project.photos[index]
                if (photo) setShown({ project, photo })
              }}
            />
          </li>
        ))}
      </ul>
      {shown && (
        <PictureDialog
          title={titleOf(shown.project)}
          description={factsOf(shown.project)}
          alt={shown.photo.alt.text}
          place={place}
          total={photos.length}
          onStep={(step) => setShown({ ...shown, photo: neighbour(photos, shown.photo, step) })}
          onClose={() => setShown(undefined)}
          // Focuses the photo that was shown last.
          returnFocus={() => document.getElementById(photoButtonId(shown.project, place))?.focus()}
        >
          <ProjectPhoto
            key={shown.photo.path}
            photo={shown.photo}
            sizes="(min-width: 66rem) 75rem, 100vw"
            isFirst
            className="pointer-events-none"
          />
        </PictureDialog>
      )}
    </>
  )

  function titleOf({ title: { text, otherLanguage } }: ShownProject) {
    return otherLanguage ? `${text} (${otherLanguage})` : text
  }

  function factsOf({ place: where, year, area }: ShownProject) {
    const facts = [where?.text, year && String(year), area && t('interior.squareMetres', { area: formatNumber(area, language) })]
    return facts.filter(Boolean).join(' · ')
  }
}
