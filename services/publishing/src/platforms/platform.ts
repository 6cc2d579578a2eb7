export {
  isPlatform,
  type Platform,
  type PlatformLevel as Level,
  platforms,
} from '@reelwright/product';
