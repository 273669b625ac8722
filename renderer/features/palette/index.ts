export { Palette, type PalettePlaces, type PaletteProps } from './palette.tsx';
