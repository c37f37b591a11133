"""Puts turned objects on the ground by their lowest vertex; a bounding box would let round ones float."""

import bpy
import numpy as np


def lowest(obj):
    """The lowest z of an object's vertices in the scene, modifiers applied."""
    body = obj.evaluated_get(bpy.context.evaluated_depsgraph_get()).data
    co = np.empty(len(body.vertices) * 3, np.float32)
    body.vertices.foreach_get("co", co)
    turn = np.array(obj.matrix_world)
    return float((co.reshape(-1, 3) @ turn[2, :3]).min() + turn[2, 3])


def settle(objects, ground=0.0, sink=0.01):
    """Moves meshes, or a handle with its children, together until the lowest point is just below the ground."""
    bpy.context.view_layer.update()
    group = list(objects) if isinstance(objects, (list, tuple)) else [objects]
    solids = [p for o in group for p in ([o] if o.type == "MESH" else o.children_recursive) if p.type == "MESH"]
    shift = ground - sink - min(lowest(p) for p in solids)
    for obj in group:
        if obj.parent not in group:
            obj.location.z += shift
    bpy.context.view_layer.update()
    return objects
