/** Requests come in the order in which they were made, or in that of the appointments. The first is the default. */
export const PENDING_ORDERS = ['newest', 'soonest'] as const
export type PendingOrder = (typeof PENDING_ORDERS)[number]

export const readPendingOrder = (params: URLSearchParams) => PENDING_ORDERS.find((each) => each === params.get('sort')) ?? PENDING_ORDERS[0]
