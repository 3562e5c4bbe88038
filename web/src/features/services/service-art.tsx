// One drawing for each line of business, and for parts of some of them, in an arch with its own tint, like the portraits.
import floorPlan from '../../assets/line-art/floor-plan.svg?no-inline'
import healthcare from '../../assets/line-art/healthcare.svg?no-inline'
import importExport from '../../assets/line-art/import-export.svg?no-inline'
import interiorDesign from '../../assets/line-art/interior-design.svg?no-inline'
import legal from '../../assets/line-art/legal.svg?no-inline'
import realEstate from '../../assets/line-art/real-estate.svg?no-inline'
import videoConsultation from '../../assets/line-art/video-consultation.svg?no-inline'
import { LineArt } from '../../components/line-art.tsx'
import { classes } from '../../lib/classes.ts'

interface Art {
  file: string
  tint: string
  width?: number
  height?: number
}

const ARTS = {
  healthcare: { file: healthcare, tint: 'bg-[#e3ecf9]' },
  'import-export': { file: importExport, tint: 'bg-[#f4e6d2]' },
  'interior-design': { file: interiorDesign, tint: 'bg-[#f3e1da]' },
  'real-estate': { file: realEstate, tint: 'bg-[#dfebe2]' },
  legal: { file: legal, tint: 'bg-[#e9e5f2]' },
  'floor-plan': { file: floorPlan, tint: 'bg-[#f3e1da]' },
  'video-consultation': { file: videoConsultation, tint: 'bg-[#e3ecf9]', width: 400, height: 420 },
}

export type ServiceArtName = keyof typeof ARTS

interface ServiceArtProps {
  name: ServiceArtName
  /** Whether it is on the first screen. */
  isFirst?: boolean
  className?: string
}

export function ServiceArt({ name, isFirst = false, className }: ServiceArtProps) {
  const { file, tint, width = 280, height = 340 }: Art = ARTS[name]
  return (
    <LineArt {...{ file, width, height, isFirst }} className={classes('lit rounded-t-full text-ink overflow-hidden', tint, className)} />
  )
}
