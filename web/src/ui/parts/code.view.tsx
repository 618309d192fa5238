import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { CameraError, openCamera, readCodes } from '../../device/code.reader.ts';
import { m } from '../../paraglide/messages.js';
import { Alert } from './alert.tsx';
import styles from './code.view.module.css';

interface Props {
  onText: (text: string) => void;
  /** What to do without a camera. */
  otherwise: string;
}

/** The picture of the camera; each code in it is passed on as long as it is seen. Says why if there is no camera. */
export function CodeView({ onText, otherwise }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<Error>();
  const see = useEffectEvent(onText);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    let ended = false;
    let end = () => {};
    openCamera().then(
      (stream) => {
        const stopTracks = () => {
          for (const track of stream.getTracks()) track.stop();
        };
        if (ended) return stopTracks();
        element.srcObject = stream;
        // `autoplay` would wait until the video is visible, and no code would be read before.
        element.play().then(
          () => element.scrollIntoView({ block: 'center' }),
          (error: Error) => {
            if (!ended) setProblem(error);
          },
        );
        const stopReading = readCodes(element, (text) => see(text));
        end = () => {
          stopReading();
          stopTracks();
        };
      },
      (error: Error) => setProblem(error),
    );
    return () => {
      ended = true;
      end();
    };
  }, []);
  if (problem) {
    return <Alert kind="problem" title={formatProblem(problem)} why={otherwise} />;
  }
  return <video ref={video} muted playsInline aria-label={m.codes_camera()} className={styles.video} />;
}

function formatProblem(error: Error): string {
  const problem = error instanceof CameraError ? error.problem : 'none';
  return m.codes_problem({ problem, address: `http://localhost:${window.location.port || '80'}` });
}
