/** The operators' interface as tools of the Model Context Protocol. */
@NullMarked
package dev.baton.mcp;

import org.jspecify.annotations.NullMarked;
