import { platforms, platformTraits } from '@reelwright/product';
import { paths } from '../app/paths.ts';

/** Sample and marketing texts of the landing page. Edit them here. */

/** The platforms that the texts name and the page shows. */
export const promotedPlatforms = platforms.filter((platform) => platformTraits[platform].isPromoted);

export const hero = {
  title: 'Your next reel, already posted.',
  lead: 'Pick a style. AI makes an 8-second vertical video, saves it to your Google Drive and posts it at the hour you chose. No filming or editing.',
  small: 'No credit card required. Free trial available. Cancel at any time.',
};

/** What search engines show below the titles of the pages; the landing page's own lead is shown for others. */
export const descriptions: Readonly<Record<string, string>> = {
  [paths.login]: 'Sign in to Reelwright.',
  [paths.signup]: 'Create a Reelwright account. The free plan needs no credit card.',
  [paths.forgottenPassword]: 'Get a link by e-mail to set a new password for Reelwright.',
  [paths.faq]: 'Short answers to common questions about Reelwright.',
  [paths.pricing]: 'The plans of Reelwright, from free to five reels a week, billed monthly or annually.',
  [paths.terms]: 'The terms of service of Reelwright.',
  [paths.privacy]: 'What Reelwright does with your personal data, and your rights.',
  [paths.dataDeletion]: 'How to have everything Reelwright keeps about you deleted.',
  [paths.apiDocs]: 'Post videos from your own programs to the platforms you have connected to Reelwright.',
  [paths.contact]: 'Write to Reelwright. Typical reply within 24 hours on business days.',
};

export const figures = [
  { value: '50,000+', label: 'videos generated' },
  { value: '5,000+', label: 'creators' },
  { value: '10M+', label: 'organic views' },
  { value: '98%', label: 'satisfaction' },
];

export const steps = [
  { title: 'Pick a style', text: 'Choose one of eight styles, say who you are and how your brand should feel.' },
  {
    title: 'Choose the hours',
    text: 'Put each video on the calendar. Generation takes about 2–5 minutes and is done before the hour you set.',
  },
  {
    title: 'It posts itself',
    text: 'The video lands in your cloud drive and goes out on TikTok, YouTube and Facebook.',
  },
];

export const features = [
  {
    key: 'create',
    title: 'AI video creation',
    text: 'Eight-second vertical reels in 1080p, made from your preferences. No filming or editing.',
  },
  { key: 'schedule', title: 'Smart scheduling', text: 'A month calendar with hourly slots from 06:00 to 23:00.' },
  {
    key: 'post',
    title: 'Multi-platform posting',
    text: 'One reel, posted to TikTok, YouTube, Facebook and Instagram.',
  },
  { key: 'drive', title: 'Cloud drive sync', text: 'Input and export through your own Google Drive folder.' },
  { key: 'insight', title: 'Analytics and insights', text: 'See which styles and which hours bring the views.' },
  { key: 'bulk', title: 'Bulk generate and publish', text: 'Fill a month in one sitting and leave it running.' },
] as const;

export const reviews = [
  {
    style: 'v1',
    quote: 'I pick the hours on Sunday evening. By Friday there are eight reels out and I have not opened an editor.',
    name: 'Marta Bellini',
    about: 'ceramics shop, Faenza',
  },
  { style: 'v2', quote: 'My clients think I bought a drone.', name: 'Jonas Weber', about: 'travel agent, Bremen' },
  {
    style: 'v7',
    quote: 'The doughnut one has more views than everything I filmed last year.',
    name: 'Aïcha Renard',
    about: 'pastry blog, Lyon',
  },
];

export const landingQuestions = [
  {
    question: 'How is this different from a video editor?',
    answer:
      'There is no filming or editing. You say who you are, what you do and how your brand should feel; the AI makes the videos and they are posted on your schedule.',
  },
  {
    question: 'Which platforms can I post to?',
    answer:
      'TikTok, YouTube and Facebook. You connect each account yourself and can revoke access at any time; passwords are never stored.',
  },
  {
    question: 'How long does a video take?',
    answer: 'Generation takes about 2–5 minutes. The finished reel is delivered to your cloud drive folder.',
  },
  {
    question: 'Is there a free trial?',
    answer: 'Yes. The free plan makes one video right away. No credit card required.',
  },
  {
    question: 'Can I cancel at any time?',
    answer: 'Yes. You keep access until the end of the period you have paid for.',
  },
  {
    question: 'What happens when I reach my monthly limit?',
    answer: 'Wait for the next cycle or upgrade. Nothing you have scheduled is lost.',
  },
];

export const pricingQuestions = [
  {
    question: 'Can I change plans later?',
    answer:
      'Yes. Upgrades take effect immediately. Downgrades wait until your period ends, so you keep what you paid for.',
  },
  {
    question: 'What counts as a video?',
    answer: 'A finished reel. If a video fails, it is given back to your month.',
  },
  { question: 'Can I cancel at any time?', answer: 'Yes. You still have access until the end of your billing period.' },
  {
    question: 'Do you offer refunds?',
    answer: 'No, except where the law gives you the right to withdraw. You can make a video on the free plan first.',
  },
];
