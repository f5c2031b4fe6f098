/** Creates separate hosts for servers and cuts them off from each other. */
@NullMarked
package dev.baton.local.network;

import org.jspecify.annotations.NullMarked;
