import { classes } from '../lib/classes.ts'
import { ArchPattern } from './arch-pattern.tsx'

/** Rows of large arches in a dark band, beside its title. Its parent is positioned and isolated. */
export const Arcade = ({ seed, className }: { seed: string; className: string }) => (
  <div className={classes('absolute end-8 -z-1 overflow-clip max-lg:hidden print:hidden', className)}>
    <ArchPattern seed={seed} className="origin-top-left scale-250 text-brass/45 [&_path]:stroke-[0.6]" />
  </div>
)
