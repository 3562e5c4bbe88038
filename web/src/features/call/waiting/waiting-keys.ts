// The live event of the waiting room, and the query key that it invalidates. A small module, because the call page loads it at once.
export const WAITING_CHANGED = 'waiting_changed'

export const waitingKey = (appointmentId: string) => ['waiting', 'status', appointmentId]
export const waitingListKey = (doctorId: string) => ['waiting', 'list', doctorId]
