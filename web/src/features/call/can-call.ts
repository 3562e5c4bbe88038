/** Whether the browser supports video calls. */
export const canCall = () => 'RTCPeerConnection' in globalThis
