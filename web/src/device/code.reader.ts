/** Interval between two scans of the camera's picture, in milliseconds. */
const lookMs = 60;
/** Maximum width at which a picture is scanned, in pixels. */
const longest = 1280;

/** Why no camera can be opened; `busy`: there is one, but it does not start, as when another program has it. */
export type CameraProblem = 'not_secure' | 'none' | 'refused' | 'busy';

export class CameraError extends Error {
  readonly problem: CameraProblem;
  constructor(problem: CameraProblem) {
    super(problem);
    this.problem = problem;
  }
}

const problems: Record<string, CameraProblem> = {
  NotAllowedError: 'refused',
  AbortError: 'busy',
  NotReadableError: 'busy',
};

/** Opens a camera, preferably the one on the back. Throws a `CameraError`. */
export async function openCamera(): Promise<MediaStream> {
  if (!navigator.mediaDevices) throw new CameraError(window.isSecureContext ? 'none' : 'not_secure');
  try {
    const video = { facingMode: 'environment', width: { ideal: longest }, height: { ideal: 720 } };
    return await navigator.mediaDevices.getUserMedia({ video, audio: false });
  } catch (error) {
    throw new CameraError((error instanceof DOMException && problems[error.name]) || 'none');
  }
}

/** The browser's own reader of codes, where it has one. */
interface CodeDetector {
  detect: (picture: CanvasImageSource) => Promise<{ rawValue: string }[]>;
}
declare const BarcodeDetector: {
  new (options: { formats: string[] }): CodeDetector;
  getSupportedFormats: () => Promise<string[]>;
};

/** Finds a QR code in a picture; undefined if there is none or it is blurred. */
type FindCode = (canvas: HTMLCanvasElement, context: CanvasRenderingContext2D) => Promise<string | undefined>;

const findByLibrary: FindCode = async ({ width, height }, context) => {
  const { default: decodeQr } = await import('qr/decode.js');
  try {
    return decodeQr(context.getImageData(0, 0, width, height));
  } catch {
    // The library throws if there is no code, as in most pictures.
    return undefined;
  }
};

/** Chooses how codes are found; a browser may have a reader whose service is not there, and only says so when asked. */
async function createFinder(): Promise<FindCode> {
  if (!('BarcodeDetector' in window)) return findByLibrary;
  if (!(await BarcodeDetector.getSupportedFormats()).includes('qr_code')) return findByLibrary;
  const detector = new BarcodeDetector({ formats: ['qr_code'] });
  return async (canvas, context) => {
    try {
      return (await detector.detect(canvas))[0]?.rawValue;
    } catch {
      return findByLibrary(canvas, context);
    }
  };
}

/** Scans a video for QR codes, and passes on each text; returns a function that ends it. */
export function readCodes(video: HTMLVideoElement, onText: (text: string) => void): () => void {
  const finder = createFinder();
  let stopped = false;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  let next: ReturnType<typeof setTimeout>;
  async function look() {
    const find = await finder;
    const { videoWidth, videoHeight } = video;
    if (context && videoWidth > 0 && !stopped) {
      const scale = Math.min(1, longest / videoWidth);
      canvas.width = Math.round(videoWidth * scale);
      canvas.height = Math.round(videoHeight * scale);
      context.drawImage(video, 0, 0, canvas.width, canvas.height);
      const text = await find(canvas, context);
      if (text !== undefined && !stopped) onText(text);
    }
    if (!stopped) next = setTimeout(() => void look(), lookMs);
  }
  void look();
  return () => {
    stopped = true;
    clearTimeout(next);
  };
}
