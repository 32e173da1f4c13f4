// Package text holds the checks TX, which lay text and rules side by side: is every
// clause taken up, has every statement a warrant, which dimensions are open.
package text
