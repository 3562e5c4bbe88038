/** Browsers know WebAuthn on secure pages, and take names for a site but no addresses in numbers. */
export const supportsWebAuthn = () => window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname)
