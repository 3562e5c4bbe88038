// The twelve pictures of the portfolio, in the order of the page.
import type { TextKey } from '../../lib/i18n.tsx'

const files = import.meta.glob<string>('../../assets/interior-*.{avif,webp}', { eager: true, import: 'default' })

type Room =
  | 'living'
  | 'kitchen'
  | 'bedroom'
  | 'office'
  | 'dining'
  | 'bathroom'
  | 'luxury'
  | 'modern'
  | 'contemporary'
  | 'elegant'
  | 'minimalist'
  | 'renovation'

export type Category = 'living' | 'kitchen' | 'bedroom' | 'office' | 'renovation'

export interface PortfolioPicture {
  id: Room
  category: Category
  name: TextKey
  alt: TextKey
  sources: { avif: [string, string]; webp: [string, string] }
}

export const CATEGORIES: { id: Category; label: TextKey }[] = [
  { id: 'living', label: 'interior.categoryLiving' },
  { id: 'kitchen', label: 'interior.categoryKitchen' },
  { id: 'bedroom', label: 'interior.categoryBedroom' },
  { id: 'office', label: 'interior.categoryOffice' },
  { id: 'renovation', label: 'interior.categoryRenovation' },
]

export const PICTURES: PortfolioPicture[] = [
  picture('contemporary', 'living'),
  picture('kitchen', 'kitchen'),
  picture('bedroom', 'bedroom'),
  picture('office', 'office'),
  picture('living', 'living'),
  picture('bathroom', 'bedroom'),
  picture('dining', 'kitchen'),
  picture('modern', 'living'),
  picture('renovation', 'renovation'),
  picture('minimalist', 'living'),
  // Placed far from the top of the page, which shows the same picture.
  picture('elegant', 'living'),
  picture('luxury', 'living'),
]

/** All pictures are this size, or half of it. */
export const PICTURE_SIZE = { width: 1600, height: 1067 }

function picture(id: Room, category: Category): PortfolioPicture {
  const file = (end: string) => files[`../../assets/interior-${id}-${end}`] ?? ''
  return {
    id,
    category,
    name: `interior.${id}Name`,
    alt: `interior.${id}Alt`,
    sources: { avif: [file('800.avif'), file('1600.avif')], webp: [file('800.webp'), file('1600.webp')] },
  }
}
