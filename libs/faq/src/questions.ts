const inOrder = [
  {
    id: 'differences',
    question: 'How is Reelwright different from a video editor?',
    answer:
      'There is no filming or editing. You say who you are, what you do and how your brand should feel; the AI makes the videos, and they are posted on your schedule.',
  },
  {
    id: 'customising',
    question: 'Can I customize my videos?',
    answer:
      'Yes. You choose one of eight styles and the audio, and add notes, your brand’s feel and its colors. On a paid plan you see and change each platform’s text; Pro and Elite give each video its own style and platforms, and Elite puts your logo on each.',
  },
  {
    id: 'platforms',
    question: 'Which platforms can I post to?',
    answer:
      'TikTok, YouTube and Facebook. You connect each account yourself under Social Media. Posting is part of every paid plan.',
  },
  {
    id: 'quality',
    question: 'What quality are the videos?',
    answer: 'Every video is a vertical 8-second reel in 1080p (1080 × 1920 pixels), on all plans.',
  },
  {
    id: 'free-trial',
    question: 'Is there a free trial?',
    answer: 'Yes. The free plan makes one video a month, and you can create it right away. No credit card required.',
  },
  {
    id: 'cancelling',
    question: 'Can I cancel at any time?',
    answer:
      'Yes. Choose Cancel Subscription on your profile page. You keep access until the end of your billing period.',
  },
  {
    id: 'drive',
    question: 'How does the Google Drive integration work?',
    answer:
      'Every finished video is saved to a Google Drive folder that is shared with your email address, never by a public link. Open Drive takes you there. To keep new videos in your own Drive, choose Use my own Drive on your profile.',
  },
  {
    id: 'video-model',
    question: 'Which AI model makes the videos?',
    answer: 'Reelwright uses Veo3 AI technology, Google’s video model.',
  },
  {
    id: 'generation-time',
    question: 'How long does it take to generate a video?',
    answer:
      'About 2–5 minutes. Scheduled videos are generated during the day before they go out, so they are ready on time.',
  },
  {
    id: 'editing',
    question: 'Can I edit or regenerate a video?',
    answer:
      'There is no editor, but Video Regeneration makes all your scheduled videos again with the same settings, once every 7 days. It does not count toward your monthly limit.',
  },
  {
    id: 'monthly-limit',
    question: 'What happens when I reach my monthly limit?',
    answer: 'You can wait for the next cycle or upgrade your plan. Nothing you have scheduled is lost.',
  },
  {
    id: 'security',
    question: 'Is my data secure?',
    answer:
      'Yes. Your accounts are connected with OAuth 2.0, so we never see or store their passwords, and the access they grant is kept encrypted. You can revoke it, or download and delete your data, at any time.',
  },
] as const;

export type QuestionId = (typeof inOrder)[number]['id'];

export interface Question {
  readonly id: QuestionId;
  readonly question: string;
  /** Plain text, complete without the question. */
  readonly answer: string;
}

/** The questions, in the order they are shown. */
export const questions: readonly Question[] = inOrder;
