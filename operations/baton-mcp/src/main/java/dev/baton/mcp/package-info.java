/** Tools of the Model Context Protocol for operators. */
@NullMarked
package dev.baton.mcp;

import org.jspecify.annotations.NullMarked;
