export {
  isPlatform,
  type Platform,
  type PlatformLevel as Level,
  platformNames as titles,
  platforms,
} from '@reelwright/product';
