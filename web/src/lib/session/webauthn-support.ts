/** Browsers offer WebAuthn on secure pages, and only for host names, not for IP addresses. */
export const supportsWebAuthn = () => window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname)
