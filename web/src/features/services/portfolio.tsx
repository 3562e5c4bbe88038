import { useRef, useState } from 'react'
import { Picture } from '../../components/picture.tsx'
import { SectionHeading } from '../../components/section-heading.tsx'
import { choiceLook, quietIn } from '../../components/ui/choice.ts'
import { FADING, useFade } from '../../components/ui/use-fade.tsx'
import { useProjects } from '../../domain/use-content.ts'
import { classes } from '../../lib/classes.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { MoreProjects } from './more-projects.tsx'
import { PictureDialog } from './picture-dialog.tsx'
import { CATEGORIES, type Category, PICTURE_SIZE, PICTURES, type PortfolioPicture } from './portfolio-pictures.ts'
import { PortfolioTile } from './portfolio-tile.tsx'
import { Projects } from './projects.tsx'
import { neighbour } from './steps.ts'

type Choice = Category | 'all'

const CHOICES: { id: Choice; label: TextKey }[] = [{ id: 'all', label: 'interior.categoryAll' }, ...CATEGORIES]

const picturesOf = (choice: Choice) => PICTURES.filter(({ category }) => choice === 'all' || category === choice)
const tileOf = ({ id }: PortfolioPicture) => `picture-${id}`

/**
 * In wide windows a large tile takes four places, at the start of two rows and at the end of the next two. Those after the first one need
 * a number of pictures that fills three columns without a gap.
 */
function isLarge(index: number, count: number) {
  return index === 0 || (count % 3 === 0 && (index % 6 === 0 || index % 6 === 4))
}

/** On a phone, every third picture fills a row, and so does the last one if it would stand alone. */
function fillsRow(index: number, count: number) {
  return index % 3 === 0 || (index === count - 1 && count % 3 === 2)
}

export function Portfolio() {
  const { t, language } = useI18n()
  const { projects, hasMore, loadMore } = useProjects(language)
  const [choice, setChoice] = useState<Choice>('all')
  const [shown, setShown] = useState<PortfolioPicture>()
  const pictures = picturesOf(choice)
  return (
    <section id="portfolio" aria-labelledby="portfolio-title" className="border-y border-line bg-surface">
      <div className="page grid gap-6 py-12 sm:gap-8 sm:py-16 lg:py-24">
        {projects.length > 0 ? (
          <>
            <SectionHeading id="portfolio-title" title={t('interior.portfolioTitle')} />
            <h3 className="-mt-2 text-lg font-medium text-muted">{t('interior.projectsTitle')}</h3>
            <Projects projects={projects} heading="h4" />
            {hasMore && <MoreProjects count={projects.length} loadMore={loadMore} />}
            <div className="mt-6 grid gap-2 border-t border-line pt-10 sm:pt-14">
              <h3 className="font-display text-2xl font-semibold sm:text-3xl">{t('interior.conceptsTitle')}</h3>
              <p className="max-w-[65ch] text-muted sm:text-lg">{t('interior.portfolioLead')}</p>
            </div>
          </>
        ) : (
          <SectionHeading id="portfolio-title" title={t('interior.portfolioTitle')} lead={t('interior.portfolioLead')} />
        )}
        <Filter choice={choice} onChoose={setChoice} />
        <ul className="grid two-columns gap-x-3 gap-y-4 sm:gap-x-5 sm:gap-y-8 lg:grid-cols-3">
          {pictures.map((picture, index) => (
            <PortfolioTile
              key={picture.id}
              id={tileOf(picture)}
              picture={picture}
              isLarge={isLarge(index, pictures.length)}
              fillsRow={fillsRow(index, pictures.length)}
              onOpen={() => setShown(picture)}
            />
          ))}
        </ul>
      </div>
      {shown && (
        <PictureDialog
          title={t(shown.name)}
          description={t('interior.concept')}
          alt={t(shown.alt)}
          place={pictures.indexOf(shown)}
          total={pictures.length}
          onStep={(step) => setShown(neighbour(pictures, shown, step))}
          onClose={() => setShown(undefined)}
          // Focuses the picture that was shown last.
          returnFocus={() => document.getElementById(tileOf(shown))?.focus()}
        >
          <Picture
            key={shown.id}
            sources={shown.sources}
            alt={t(shown.alt)}
            {...PICTURE_SIZE}
            sizes="(min-width: 66rem) 75rem, 100vw"
            className="pointer-events-none relative size-full object-cover"
          />
        </PictureDialog>
      )}
    </section>
  )
}

function Filter({ choice, onChoose }: { choice: Choice; onChoose: (choice: Choice) => void }) {
  const { t } = useI18n()
  const row = useRef<HTMLFieldSetElement>(null)
  useFade(row)
  return (
    <fieldset
      ref={row}
      className={`-mx-5 flex min-w-0 gap-2 overflow-x-auto px-5 py-1 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:overflow-visible sm:px-0 ${FADING}`}
    >
      <legend className="sr-only">{t('interior.filter')}</legend>
      {CHOICES.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === choice}
          onClick={() => onChoose(id)}
          className={classes(choiceLook(id === choice), 'inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full px-4')}
        >
          {t(label)}
          <span className={classes('text-sm', quietIn(id === choice))}>{picturesOf(id).length}</span>
        </button>
      ))}
      <p aria-live="polite" className="sr-only">
        {t('interior.shown', { count: picturesOf(choice).length })}
      </p>
    </fieldset>
  )
}
