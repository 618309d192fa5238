import decodeQr from 'qr/decode.js';

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

/** Scans a video for QR codes until it is stopped, and passes on each text. */
export function readCodes(video: HTMLVideoElement, onText: (text: string) => void): { stop: () => void } {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  let next: ReturnType<typeof setTimeout>;
  function look() {
    next = setTimeout(look, lookMs);
    const { videoWidth, videoHeight } = video;
    if (!context || videoWidth === 0) return;
    const scale = Math.min(1, longest / videoWidth);
    canvas.width = Math.round(videoWidth * scale);
    canvas.height = Math.round(videoHeight * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const text = findCode(context.getImageData(0, 0, canvas.width, canvas.height));
    if (text !== undefined) onText(text);
  }
  look();
  return { stop: () => clearTimeout(next) };
}

/** Finds a QR code in a picture; undefined if there is none or it is blurred. */
function findCode(picture: ImageData): string | undefined {
  try {
    return decodeQr(picture);
  } catch {
    // The library throws if there is no code, as in most pictures.
    return undefined;
  }
}
