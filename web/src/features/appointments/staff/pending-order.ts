/** Requests are sorted by creation time or by appointment time. The first order is the default. */
export const PENDING_ORDERS = ['newest', 'soonest'] as const
export type PendingOrder = (typeof PENDING_ORDERS)[number]

export const readPendingOrder = (params: URLSearchParams) => PENDING_ORDERS.find((each) => each === params.get('sort')) ?? PENDING_ORDERS[0]
