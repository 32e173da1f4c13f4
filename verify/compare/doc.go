// Package compare sets rulesets, or interpretations of one, side by side: by
// dimension, by what they rest on, by the questions they leave, and by play.
package compare
