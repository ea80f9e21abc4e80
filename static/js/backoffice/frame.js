// What every page of the office has: its clock, its search and its keys.
import "./clock.js";
import { bindKeys } from "./keys.js";
import { bindPalette, openPalette } from "./palette.js";

bindPalette();
bindKeys({ "/": openPalette });
