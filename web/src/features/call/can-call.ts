/** Whether the browser has video calls. */
export const canCall = () => 'RTCPeerConnection' in globalThis
