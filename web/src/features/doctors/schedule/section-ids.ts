/** The headings of the sections of a schedule, in their order. Links name them. */
export const SECTION_IDS = {
  hours: 'schedule-hours',
  extra: 'schedule-extra',
  leave: 'schedule-leave',
  types: 'schedule-types',
  settings: 'schedule-settings',
  photo: 'schedule-photo',
} as const

export type SectionName = keyof typeof SECTION_IDS
