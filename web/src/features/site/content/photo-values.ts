// The photos of a project as one text value of the form, so that they are kept and compared like typed text.
import type { ProjectBody } from '../../../domain/site-content.ts'
import { onOneLine } from '../../../lib/patterns.ts'

export type SitePhoto = ProjectBody['photos'][number]

export const MAX_PHOTOS = 12
export const MAX_ALT_LENGTH = 200

export const photosIn = (text: string) => (text ? (JSON.parse(text) as SitePhoto[]) : [])

/** Writes the keys in a fixed order, so that equal photos are equal texts. Leaves out empty descriptions. */
export const photosText = (photos: SitePhoto[]) =>
  photos.length === 0
    ? ''
    : JSON.stringify(
        photos.map(({ path, alts }) => ({
          path,
          alts: Object.fromEntries(
            Object.entries(alts)
              .filter(([, alt]) => alt)
              .toSorted(([one], [other]) => (one < other ? -1 : 1)),
          ),
        })),
      )

export const hasAlts = ({ alts }: SitePhoto) => Object.values(alts).some((alt) => alt.trim())

/** The photos in the shape of the database. */
export const cleanPhotos = (text: string) =>
  photosIn(text).map(({ path, alts }) => ({
    path,
    alts: Object.fromEntries(Object.entries(alts).flatMap(([language, alt]) => (alt.trim() ? [[language, onOneLine(alt)]] : []))),
  }))
