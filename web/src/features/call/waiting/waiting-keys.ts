// Small, because the call page loads it at once: the event on the topic of an appointment, and the key of what it makes stale.
export const WAITING_CHANGED = 'waiting_changed'

export const waitingKey = (appointmentId: string) => ['waiting', 'status', appointmentId]
export const waitingListKey = (doctorId: string) => ['waiting', 'list', doctorId]
