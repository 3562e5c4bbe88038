// One drawing for each line of business, in an arch with its own tint, like the portraits.
import healthcare from '../../assets/line-art/healthcare.svg?no-inline'
import importExport from '../../assets/line-art/import-export.svg?no-inline'
import interiorDesign from '../../assets/line-art/interior-design.svg?no-inline'
import legal from '../../assets/line-art/legal.svg?no-inline'
import realEstate from '../../assets/line-art/real-estate.svg?no-inline'
import { LineArt } from '../../components/line-art.tsx'
import { classes } from '../../lib/classes.ts'

const ARTS = {
  healthcare: { file: healthcare, tint: 'bg-[#e3ecf9]' },
  'import-export': { file: importExport, tint: 'bg-[#f4e6d2]' },
  'interior-design': { file: interiorDesign, tint: 'bg-[#f3e1da]' },
  'real-estate': { file: realEstate, tint: 'bg-[#dfebe2]' },
  legal: { file: legal, tint: 'bg-[#e9e5f2]' },
}

export type ServiceArtName = keyof typeof ARTS

export function ServiceArt({ name, className }: { name: ServiceArtName; className?: string }) {
  const { file, tint } = ARTS[name]
  return (
    <LineArt file={file} width={280} height={340} className={classes('lit rounded-t-full text-ink overflow-hidden', tint, className)} />
  )
}
