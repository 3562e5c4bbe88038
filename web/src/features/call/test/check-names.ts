/** The checks in the order in which they run. */
export const CHECKS = ['camera', 'microphone', 'webrtc', 'connection'] as const
export type CheckName = (typeof CHECKS)[number]
